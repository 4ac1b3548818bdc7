import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to programs which ask for any: none of those can come to be this one. */
const PORTS = { from: 20_000, below: 32_000 };

/**
 * A port of the loopback interface that nobody listens on, for a program that has to be given one. It is still free when
 * that program starts, unless two draw the same of 12,000.
 *
 * @throws Error where a hundred of them are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${PORTS.from} to ${PORTS.below - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
