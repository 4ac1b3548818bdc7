import { type Config, defaultSettings, operatorFileOf, SETTING_NAMES } from './config.ts';
import { SECRET_SETTINGS } from './secret-files.ts';

/** One setting as it counts: where its value comes from, and the value where it is no secret. */
export interface SettingDescription {
  readonly name: string;
  /** The environment holds also what `.env` says. */
  readonly from: 'environment' | 'secret file' | 'operator file' | 'default';
  /** Null: unset and without a default, or a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
}

/**
 * Every setting of `environment`, as it was before secrets were read from their files, in the order of their definition.
 *
 * @param config what the same environment was read as
 */
export function describeSettings(
  environment: Readonly<Record<string, string | undefined>>,
  config: Config,
): readonly SettingDescription[] {
  const defaults = { ...defaultSettings(), ...derivedDefaults(config) };
  const operatorFile = operatorFileOf(environment);
  return SETTING_NAMES.map((name) => {
    const isSecret = SECRET_SETTINGS.includes(name);
    const given = (environment[name] ?? '').trim();
    if (given !== '') {
      return { name, from: 'environment', value: isSecret ? null : withoutLogin(given), isSecret };
    }
    if (isSecret && (environment[`${name}_FILE`] ?? '').trim() !== '') {
      return { name, from: 'secret file', value: null, isSecret };
    }
    const said = operatorFile?.settings[name];
    if (said !== undefined) return { name, from: 'operator file', value: said, isSecret };
    return { name, from: 'default', value: textOf(defaults[name]), isSecret };
  });
}

/** What settings are that follow from others where they are unset. */
function derivedDefaults({ publicUrl, labelUpdates }: Config): Readonly<Record<string, unknown>> {
  return { PUBLIC_URL: publicUrl, LABELS_UPDATE_HOURS: labelUpdates.everyHours };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0) return value.join(', ');
  return null;
}

/** Addresses of self-hosted providers may carry a name and a password. */
function withoutLogin(text: string): string {
  return text.replaceAll(/(:\/\/)[^\s/@]+@/g, '$1[hidden]@');
}
