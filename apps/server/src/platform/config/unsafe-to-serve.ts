import { isLoopbackServer, isLoopbackUrl } from '../kernel/network/loopback.ts';
import type { Config } from './config.ts';
import { unnamedOperatorSettings } from './settings/operator-settings.ts';

/**
 * Why a server that strangers can reach must not start with these settings, one line a reason; none where HOST and
 * PUBLIC_URL are both loopback.
 */
export function unsafeToServe(
  config: Pick<Config, 'host' | 'publicUrl' | 'signIn' | 'operator' | 'bot'>,
): readonly string[] {
  const { protocol } = new URL(config.publicUrl);
  if (isLoopbackServer(config)) return [];
  const { smtpUrl, mailFrom } = config.signIn;
  const unnamed = [
    ...(/@(?:[\w-]+\.)*example\.org$/i.test(mailFrom) ? ['MAIL_FROM'] : []),
    ...unnamedOperatorSettings(config.operator),
  ];
  return [
    ...(protocol === 'https:'
      ? []
      : ['PUBLIC_URL must be an https address: over plain http anybody on the way could sign in']),
    ...(smtpUrl === null ? ['SMTP_URL must be set: without a mail server nobody can sign in'] : []),
    ...(config.bot.token !== null && config.operator.botUsername === null
      ? ['BOT_USERNAME must be set with BOT_TOKEN: pages and mails name the bot']
      : []),
    ...unnamed.map((name) => `${name} must be yours: it still names example.org, which is nobody’s`),
  ];
}

/** What the operator should change although the server starts, one line each. */
export function warningsToServe(
  config: Pick<Config, 'publicUrl' | 'labelUpdates'>,
  uid: number | undefined = process.getuid?.(),
): readonly string[] {
  return [
    ...(uid === 0 ? [RUNS_AS_ROOT] : []),
    ...(config.labelUpdates.everyHours === 0 && !isLoopbackUrl(config.publicUrl) ? [LISTS_STAY_OLD] : []),
  ];
}

const RUNS_AS_ROOT =
  'the server runs as root, so a fault in it could reach the whole machine; start it as an ordinary user';

const LISTS_STAY_OLD =
  'LABELS_UPDATE_HOURS is 0: lists of sanctions stay as old as they are until `assay labels update` is run';
