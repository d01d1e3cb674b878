# Both architectures at once, after docker buildx create --use: MUSBOT_BASE=…@sha256:… docker buildx bake
variable "MUSBOT_BASE" {
  default = "docker.io/library/python:3.11-slim-trixie"
}

variable "SOURCE_DATE_EPOCH" {
  default = "315532800"
}

group "default" {
  targets = ["musbot"]
}

target "musbot" {
  context    = "."
  platforms  = ["linux/amd64", "linux/arm64"]
  tags       = ["musbot"]
  args       = { BASE = MUSBOT_BASE, SOURCE_DATE_EPOCH = SOURCE_DATE_EPOCH }
  attest     = ["type=provenance,mode=max", "type=sbom"]
}
