# The containers of the cloud: web (the default) and export worker, one image of one release.
#   docker build -t tallyport . && docker run --read-only --tmpfs /tmp --init -e ... tallyport
# The sources run as they are, the same as under bin/start; Node strips the types.
FROM public.ecr.aws/docker/library/node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages hold koffi's built code; Node itself comes with the base image.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY bin/write-rds-authorities.ts bin/rds-authorities.ts ./bin/
RUN node bin/write-rds-authorities.ts rds-ca.pem

FROM public.ecr.aws/docker/library/node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/rds-ca.pem rds-ca.pem
COPY package.json ./
COPY shared shared
COPY functions functions
# The user that the access point of the export directory belongs to.
USER 1000:1000
EXPOSE 8787
CMD ["node", "functions/hosts/container-web.ts"]
