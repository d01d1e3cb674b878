# The base is named by its tag; a release names it by digest (docs/releasing.md): --build-arg BASE=…@sha256:…
ARG BASE=docker.io/library/python:3.11-slim-bookworm

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
RUN python -m venv --without-pip /opt/musbot && python -m venv /build/tools
# Ready-made wheels only, each with its hash: nothing else's code runs here.
COPY requirements-build.lock requirements-run.lock ./
RUN /build/tools/bin/pip install --no-deps --only-binary :all: --require-hashes -r requirements-build.lock \
    && pip --python /opt/musbot/bin/python install --no-deps --only-binary :all: --require-hashes -r requirements-run.lock
COPY pyproject.toml README.md LICENSE ./
COPY musbot musbot
COPY adapters adapters
ARG SOURCE_DATE_EPOCH=315532800
RUN /build/tools/bin/python -m hatchling build -t wheel -d dist \
    && pip --python /opt/musbot/bin/python install --no-index --no-deps dist/musbot-*.whl

FROM ${BASE}
# libfribidi0 joins the letters of Arabic and Hebrew names in pictures; postgresql-client has the pg_dump of
# `musbot backup`. The base's distribution decides on their versions: Debian keeps no older ones to pin.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 postgresql-client \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/musbot /opt/musbot
RUN useradd --uid 10001 --user-group --home-dir /data --create-home --shell /usr/sbin/nologin musbot \
    && chmod 0700 /data
USER 10001:10001
WORKDIR /data
ENV PATH=/opt/musbot/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/musbot.sqlite MUSBOT_HEALTH=127.0.0.1:9100
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["musbot", "health"]
ENTRYPOINT ["musbot"]
CMD ["run"]
