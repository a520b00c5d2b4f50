import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../src/core/load';
import { moduleBytes } from './support';

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, answer) => {
    const type = request.url === '/typed.wasm' ? 'application/wasm' : 'application/octet-stream';
    if (request.url === '/gone.wasm') answer.writeHead(404).end();
    else answer.writeHead(200, { 'content-type': type }).end(request.url === '/bad.wasm' ? 'no' : moduleBytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('loading the module', () => {
  it.each(['/typed.wasm', '/untyped.wasm'])('works from %s', async (path) => {
    const core = await loadCore(base + path);
    expect(core.exports.perft(2)).toBe(39);
  });

  it('works where nothing streams', async () => {
    const streaming = WebAssembly.instantiateStreaming;
    try {
      Reflect.deleteProperty(WebAssembly, 'instantiateStreaming');
      expect((await loadCore(`${base}/typed.wasm`)).exports.perft(1)).toBe(5);
    } finally {
      WebAssembly.instantiateStreaming = streaming;
    }
  });

  it('fails with a reason', async () => {
    await expect(loadCore(`${base}/gone.wasm`)).rejects.toThrow(/404/);
    await expect(loadCore(`${base}/bad.wasm`)).rejects.toThrow();
  });
});
