# What it makes runs anywhere; the Node that npm scripts bring is for this platform.
FROM --platform=linux/amd64 node:24-bookworm-slim AS build
WORKDIR /src
# By themselves, so that they are installed again only when they change.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY LICENSE ./
COPY lib lib
COPY pack pack
COPY runtime runtime
RUN npm run bundle

FROM node:24-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
# pack/image-files.ts lists the same, and a test compares.
COPY --from=build /src/out/bundle/operator.js /src/out/bundle/agent.js /src/out/bundle/package.json /src/out/bundle/THIRD-PARTY.txt /src/LICENSE ./
USER 65532:65532
EXPOSE 8080 8081 8092
# The operator; an agent's pod runs `node /app/agent.js`.
CMD ["node", "/app/operator.js"]
