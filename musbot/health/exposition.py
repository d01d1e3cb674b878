"""The metrics in the Prometheus format. Only this module needs the optional `prometheus-client`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from musbot.health.metrics import Kind, Measure, collect_measures
from musbot.health.watched import Health
from musbot.runtime.histogram import Histogram


class Exposition:
    """Collects the metrics of musbot, of the process and of Python."""

    content_type = CONTENT_TYPE_PLAIN_0_0_4
    """The content type of the metrics page."""

    def __init__(self, page: Health) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Measured(page))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def text(self) -> bytes:
        """Measures everything now and returns the metrics page, in `content_type`."""
        return generate_latest(self._registry)


class _Measured(Collector):
    """Measures musbot on each scrape."""

    def __init__(self, page: Health) -> None:
        self._page = page

    def collect(self) -> Iterator[Metric]:
        """Returns the current metrics of musbot."""
        return map(_family, collect_measures(self._page))

    def describe(self) -> Iterator[Metric]:
        """Returns no metrics, so registering measures nothing."""
        return iter(())


def _family(it: Measure) -> Metric:
    """Returns a measure as a metric of the library.

    A histogram metric leaves out values that are no Histogram.
    """
    match it.kind:
        case Kind.COUNTER:
            counter = CounterMetricFamily(it.name.removesuffix("_total"), it.about, labels=it.labels)
            for labels, value in it.values.items():
                counter.add_metric(labels, _number(value))
            return counter
        case Kind.GAUGE:
            gauge = GaugeMetricFamily(it.name, it.about, labels=it.labels)
            for labels, value in it.values.items():
                gauge.add_metric(labels, _number(value))
            return gauge
        case Kind.HISTOGRAM:
            histogram = HistogramMetricFamily(it.name, it.about, labels=it.labels)
            for labels, value in it.values.items():
                if isinstance(value, Histogram):
                    histogram.add_metric(labels, _buckets(value), value.total)
            return histogram
        case _:
            assert_never(it.kind)


def _number(value: float | Histogram) -> float:
    """Returns a value unchanged; of a histogram the sum of its values."""
    return value.total if isinstance(value, Histogram) else value


def _buckets(measured: Histogram) -> list[tuple[str, float]]:
    """Returns the buckets of a histogram: each upper bound as text, and the number of values up to it.

    The last bound is "+Inf".
    """
    bounds = [*(str(float(bound)) for bound in measured.bounds), "+Inf"]
    return list(zip(bounds, measured.at_most(), strict=True))
