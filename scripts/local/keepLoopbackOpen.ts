import http from "node:http";

/**
 * Lets Miniflare's own server keep idle connections of workerd open. By default Node closes them after five seconds,
 * and a request that workerd sends at that moment fails. A queue of Miniflare logs each batch through such a request,
 * and when it fails hands on no batch until twenty messages wait.
 */
export function keepLoopbackOpen() {
  const { createServer } = http;
  http.createServer = ((...given: Parameters<typeof createServer>) => {
    const server = createServer(...given);
    server.keepAliveTimeout = 0;
    return server;
  }) as typeof createServer;
}
