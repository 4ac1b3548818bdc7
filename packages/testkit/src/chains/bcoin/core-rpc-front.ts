import { type Asked, type FaultyServer, startFaultyServer } from '../faulty-server.ts';

/** What a node of bcoin answers to the calls of a body, one or several. */
export type CoinRpc = (body: unknown) => Promise<unknown>;

export interface CoreRpcFrontOptions {
  readonly user?: string;
  readonly password?: string;
  /** 0 and left out: any free one. */
  readonly port?: number;
  /** May change the answers of the node, for a node that lies. */
  readonly change?: (method: string, result: unknown) => unknown;
}

interface RpcAnswer {
  readonly id: unknown;
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

const METHOD_NOT_FOUND = -32_601;

/**
 * The RPC of a local bcoin node over HTTP with the access control and the status codes of Bitcoin Core; it can be made
 * to fail. bcoin answers `getblock` with verbosity 0 and 1 only.
 */
export async function startCoreRpcFront(rpc: CoinRpc, options: CoreRpcFrontOptions = {}): Promise<FaultyServer> {
  const { user = 'user', password = 'password', change = (_method, result) => result } = options;
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return startFaultyServer(
    async ({ method, headers, body }: Asked) => {
      if (method !== 'POST')
        return { status: 405, body: 'JSONRPC server handles only POST requests', type: 'text/html' };
      if (headers.authorization !== expected) return { status: 401, body: '', type: 'text/html' };
      const asked: unknown = JSON.parse(body);
      const methods = new Map(listOf(asked).map(({ id, method: name }) => [id, name]));
      const answered = await rpc(asked);
      const changed = listOf(answered).map((answer) => ({
        ...answer,
        result: answer.error === null ? change(methods.get(answer.id) ?? '', answer.result) : null,
      }));
      if (Array.isArray(asked)) return { status: 200, body: JSON.stringify(changed) };
      return { status: statusOf(changed[0]?.error ?? null), body: JSON.stringify(changed[0]) };
    },
    { port: options.port ?? 0 },
  );
}

function listOf(value: unknown): readonly (RpcAnswer & { readonly method: string })[] {
  return (Array.isArray(value) ? value : [value]) as readonly (RpcAnswer & { readonly method: string })[];
}

function statusOf(error: RpcAnswer['error']): number {
  if (error === null) return 200;
  return error.code === METHOD_NOT_FOUND ? 404 : 500;
}
