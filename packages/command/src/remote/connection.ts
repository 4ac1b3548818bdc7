import { homedir } from 'node:os';
import { Assay } from '../../../client/src/index.ts';
import { CommandError, EXIT } from '../exit.ts';
import { profilesFile, readProfiles } from './profiles.ts';

/** The settings of the command line that concern servers. */
export interface RemoteEnvironment {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly profilesFile: string;
}

/** What the program was asked before its command. */
export interface ServerOptions {
  readonly server?: string;
  readonly profile?: string;
}

export const DEFAULT_PROFILE = 'default';
const HOW = 'Set ASSAY_URL and ASSAY_API_KEY, or make a profile: assay profile set --server https://assay.example';

export function remoteEnvironment(): RemoteEnvironment {
  return {
    url: process.env['ASSAY_URL'],
    key: process.env['ASSAY_API_KEY'],
    profilesFile: profilesFile({ xdg: process.env['XDG_CONFIG_HOME'], home: homedir() }),
  };
}

/** The server and the key that count: those of `--profile`, else those of the environment, else the default profile. */
export async function connect(options: ServerOptions, environment: RemoteEnvironment): Promise<Assay> {
  const { url, key } = await credentials(options, environment);
  try {
    return new Assay({ baseUrl: url, key });
  } catch (error) {
    throw new CommandError(`'${url}' is no address of a server.`, EXIT.usage, { cause: error });
  }
}

/** The address of the server, for what needs no key. */
export async function serverUrl(options: ServerOptions, environment: RemoteEnvironment): Promise<string> {
  if (options.profile === undefined && (options.server ?? environment.url) !== undefined) {
    return options.server ?? environment.url ?? '';
  }
  return (await profileOf(options, environment)).url;
}

async function credentials(options: ServerOptions, environment: RemoteEnvironment) {
  const { server, profile } = options;
  if (profile !== undefined && server !== undefined) {
    throw new CommandError('--profile names a server: leave --server out.', EXIT.usage);
  }
  const url = server ?? environment.url;
  if (profile === undefined && environment.key !== undefined && url !== undefined) return { url, key: environment.key };
  // The key of a profile goes to the server of that profile and to no other.
  if (server !== undefined) throw new CommandError('Set ASSAY_API_KEY to a key of that server.', EXIT.usage);
  if (profile === undefined && environment.key !== undefined) {
    throw new CommandError('Set ASSAY_URL to the address of the server of this key, or use --server.', EXIT.usage);
  }
  return profileOf(options, environment);
}

async function profileOf({ profile }: ServerOptions, { profilesFile: file }: RemoteEnvironment) {
  const found = (await readProfiles(file))[profile ?? DEFAULT_PROFILE];
  if (found !== undefined) return found;
  throw new CommandError(profile === undefined ? HOW : `There is no profile '${profile}'. ${HOW}`, EXIT.usage);
}
