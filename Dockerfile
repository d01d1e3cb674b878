FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app
COPY pyproject.toml requirements-run.lock README.md LICENSE ./
RUN pip install --require-hashes -r requirements-run.lock
COPY musbot musbot
COPY adapters adapters
RUN pip install --no-deps . \
    && useradd --system --home-dir /data --create-home musbot
USER musbot
WORKDIR /data
ENV DATABASE_URL=sqlite:////data/musbot.sqlite
VOLUME /data
CMD ["musbot", "run"]
