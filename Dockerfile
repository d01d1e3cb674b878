# The base is named by its tag; a release names it by digest (docs/releasing.md): --build-arg BASE=…@sha256:…
ARG BASE=docker.io/library/python:3.11-slim-trixie
ARG POSTGRES=docker.io/library/postgres:18-trixie

# pg_dump and pg_restore of `musbot backup` and `restore`: of the version of the server in compose.standby.yaml.
FROM ${POSTGRES} AS postgres
RUN mkdir -p /client/bin /client/lib \
    && cp -P /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore /client/bin/ \
    && cp -P /usr/lib/*-linux-gnu/libpq.so.5* /client/lib/

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
COPY tools/third_party.py tools/third_party.py
RUN python tools/third_party.py /opt/musbot/lib/python3.*/site-packages > /opt/musbot/THIRD-PARTY.txt

FROM ${BASE}
# libfribidi0 joins the letters of Arabic and Hebrew names in pictures; libpq5 brings what pg_dump is linked to.
# The base's distribution decides on their versions: Debian keeps no older ones to pin.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 libpq5 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=postgres /client /opt/postgresql
COPY --from=build /opt/musbot /opt/musbot
RUN useradd --uid 10001 --user-group --home-dir /data --create-home --shell /usr/sbin/nologin musbot \
    && chmod 0700 /data
USER 10001:10001
WORKDIR /data
ENV PATH=/opt/musbot/bin:/opt/postgresql/bin:$PATH LD_LIBRARY_PATH=/opt/postgresql/lib PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/musbot.sqlite MUSBOT_HEALTH=127.0.0.1:9100
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["musbot", "health"]
ENTRYPOINT ["musbot"]
CMD ["run"]
