import { CommandError, EXIT } from '@assay/command';
import { isMethodVersion, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import type { CommandContext } from '../platform/command/context.ts';

/** What `--method` says in the help of a command. */
export const METHOD_OPTION = `version of the method: ${METHOD_VERSIONS.join(' or ')}; METHOD_VERSION where left out`;

/**
 * The version of the method that a command was asked for, by default that of the setting.
 *
 * @throws CommandError where this build does not hold it
 */
export function methodOption(
  { config }: Pick<CommandContext, 'config'>,
  { method }: { readonly method?: string },
): MethodVersion {
  if (method === undefined) return config.methodVersion;
  if (isMethodVersion(method)) return method;
  throw new CommandError(`--method is '${method}', not ${METHOD_VERSIONS.join(' or ')}.`, EXIT.usage);
}
