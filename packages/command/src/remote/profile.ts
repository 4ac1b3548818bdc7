import type { Command } from 'commander';
import { REMOTE_COMMANDS } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import { tableText } from '../terminal/table-text.ts';
import { DEFAULT_PROFILE } from './connection.ts';
import { print, type RemoteContext } from './context.ts';
import { readProfiles, writeProfiles } from './profiles.ts';

export function registerProfile(program: Command, context: RemoteContext): void {
  const profile = program.command('profile').description(REMOTE_COMMANDS.profile.description);
  const file = context.environment.profilesFile;

  profile
    .command('set')
    .description('Keep a server and its API key, which is read from stdin.')
    .argument('[name]', 'of the profile', DEFAULT_PROFILE)
    .addHelpText(
      'after',
      `\nThe key is never an argument: others see those. Profiles are in ${file}, which only you can read.\n\nExample:\n  assay profile set --server https://assay.example < key.txt`,
    )
    .action(async (name: string) => {
      const url = namedServer(program);
      const key = (await readWhole(STDIO)).toString('utf8').trim();
      if (!/^\S+$/.test(key)) throw new CommandError('Write the API key to stdin, and nothing else.', EXIT.usage);
      await writeProfiles(file, { ...(await readProfiles(file)), [name]: { url, key } });
      context.err(`Profile '${name}' is kept in ${file}.`);
    });

  profile
    .command('list')
    .description('List profiles, without their keys.')
    .option('--json', 'print JSON')
    .action(async (options: { readonly json?: true }) => {
      const found = Object.entries(await readProfiles(file)).map(([name, { url }]) => ({ name, url }));
      const rows = found.map(({ name, url }) => [name, url]);
      print(context, options, found, tableText(['profile', 'server'], rows));
    });

  profile
    .command('remove')
    .description('Forget a profile and its key.')
    .argument('<name>', 'of the profile')
    .action(async (name: string) => {
      const { [name]: removed, ...others } = await readProfiles(file);
      if (removed === undefined) throw new CommandError(`There is no profile '${name}'.`, EXIT.usage);
      await writeProfiles(file, others);
      context.err(`Profile '${name}' is removed.`);
    });
}

function namedServer(program: Command): string {
  const { server } = program.opts<{ readonly server?: string }>();
  if (server !== undefined && URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return server;
  throw new CommandError('Name the server with --server, such as https://assay.example.', EXIT.usage);
}
