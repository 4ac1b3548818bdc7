import { parseArgs } from 'node:util';

/** How this process serves. */
export type Settings =
  | { readonly is: 'help' }
  | { readonly is: 'version' }
  | { readonly is: 'stdio'; readonly url: string; readonly key: string }
  | ({ readonly is: 'http'; readonly url: string } & HttpAddress);

export interface HttpAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Names by which requests may call this server, besides those of this machine. */
  readonly names: readonly string[];
}

/** Wrong arguments or settings; the message says what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export const HELP = `Usage: assay-mcp [--http HOST:PORT [--name NAME]...]

Model Context Protocol server of an Assay service. Without --http it serves one
client over stdin and stdout, by the key in ASSAY_API_KEY.

  --http HOST:PORT  serve over streamable HTTP at /mcp; each caller sends a key
                    of its own as "Authorization: Bearer aml_live_…"
  --name NAME       a name by which callers reach this server, such as
                    mcp.example.com; may be repeated
  --version         print the version
  --help            print this help

Settings: ASSAY_URL, where the service is, such as https://assay.example;
ASSAY_API_KEY, the key (not with --http).

Exit codes: 0 stopped, 2 wrong usage or a key that is refused, 3 it failed.`;

/**
 * @param args without the program
 * @param environment the values of ASSAY_URL and ASSAY_API_KEY
 * @throws SettingsError
 */
export function readSettings(
  args: readonly string[],
  environment: { readonly url: string | undefined; readonly key: string | undefined },
): Settings {
  const { help, version, http, name = [] } = readArguments(args);
  if (help === true) return { is: 'help' };
  if (version === true) return { is: 'version' };
  const url = serviceUrl(environment.url);
  if (http !== undefined) return { is: 'http', url, ...httpAddress(http), names: name };
  if (name.length > 0) throw new SettingsError('--name belongs to --http.');
  const { key = '' } = environment;
  if (key === '') {
    throw new SettingsError('Set ASSAY_API_KEY to an API key: make one on the page Developers of the service.');
  }
  return { is: 'stdio', url, key };
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        http: { type: 'string' },
        name: { type: 'string', multiple: true },
      },
    });
    return values;
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function serviceUrl(text: string | undefined): string {
  if (text === undefined || text === '') {
    throw new SettingsError('Set ASSAY_URL to the address of the service, such as https://assay.example.');
  }
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new SettingsError('ASSAY_URL is no address: write it as https://assay.example.');
  }
  return text;
}

function httpAddress(text: string): Pick<HttpAddress, 'host' | 'port'> {
  const [, host = '', digits = ''] = /^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (host === '' || port > 65_535) {
    throw new SettingsError(`--http is '${text}': write it as HOST:PORT, such as 127.0.0.1:8081.`);
  }
  return { host, port };
}
