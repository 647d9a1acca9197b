# The image of a release. goreleaser puts the program of each platform into the build context; it is static and needs
# nothing beside it.
FROM scratch
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/planlint /planlint
COPY LICENSE /LICENSE
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["/planlint"]
