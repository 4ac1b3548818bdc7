import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A node's address that can go away and come back, while the node itself keeps its chain. */
export interface NodeRelay {
  readonly url: URL;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startNodeRelay(node: URL): Promise<NodeRelay> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (port: number): Promise<number> => {
    const started = createServer((caller) => {
      const behind = connect(Number(node.port), node.hostname);
      for (const socket of [caller, behind]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          caller.destroy();
          behind.destroy();
        });
      }
      caller.pipe(behind).pipe(caller);
    });
    started.listen(port, '127.0.0.1');
    await once(started, 'listening');
    server = started;
    return (started.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    goAway: async () => {
      const closing = server;
      server = null;
      if (closing === null) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    comeBack: async () => {
      await listen(port);
    },
  };
}
