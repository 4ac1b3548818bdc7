import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach } from 'vitest';

export const MCP_MAIN = fileURLToPath(new URL('../../../../../packages/mcp/src/main.ts', import.meta.url));

/** The SDK's own clients, speaking with the program; all are closed after each test. */
export function useMcpClients(url: () => string) {
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  async function overStdioWith(env: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MCP_MAIN], env, stderr: 'pipe' }),
    );
    open.push(client);
    return client;
  }

  return {
    open,
    overStdioWith,
    /** Over its stdin and stdout. */
    overStdio: (key: string): Promise<Client> => overStdioWith({ ASSAY_URL: url(), ASSAY_API_KEY: key }),
  };
}

/** The tools that it lists, sorted. */
export async function namesOf(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name).toSorted();
}

function textOf({ content }: CallToolResult): string {
  return content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
}

export async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input });
  const facts = (result.structuredContent ?? {}) as Record<string, unknown>;
  return { facts, text: textOf(result), isError: result.isError === true, meta: result._meta };
}
