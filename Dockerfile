# The image of the server: node:24-slim with the tree of `npm run release`. It runs as the user node and writes nothing outside
# /tmp and, with the embedded database of the demo, /var/lib/munjigi. compose.yaml starts it with everything that it needs.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm run release && mv .release/munjigi-*/ /munjigi && rm -r /munjigi/runtime

# Makes the secrets, the certificates and the account of the broker at the first start.
FROM debian:12-slim AS setup
RUN apt-get update && apt-get install -y --no-install-recommends mosquitto openssl && rm -rf /var/lib/apt/lists/*
COPY ops/make-secrets.sh /usr/local/bin/make-secrets
ENTRYPOINT ["make-secrets"]

FROM node:24-slim AS server
COPY --from=build /munjigi /opt/munjigi
RUN ln -s /opt/munjigi/bin/munjigi /usr/local/bin/munjigi && install -d -o node -g node /var/lib/munjigi
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/munjigi
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=4s --start-period=90s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["munjigi", "serve"]
