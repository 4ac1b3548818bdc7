import type { Config } from './config.ts';
import { unnamedOperatorSettings } from './operator-settings.ts';
import { isLoopbackAddress } from './plugins/loopback.ts';

/**
 * Why a server that strangers can reach must not start with these settings, one line a reason; none where HOST and
 * PUBLIC_URL are both loopback.
 */
export function unsafeToServe(config: Pick<Config, 'host' | 'publicUrl' | 'signIn' | 'operator'>): readonly string[] {
  const { hostname, protocol } = new URL(config.publicUrl);
  const isPublicUrlLocal = isLoopbackAddress(hostname);
  if (isPublicUrlLocal && isLoopbackAddress(config.host)) return [];
  const { smtpUrl, mailFrom } = config.signIn;
  const isSecure = protocol === 'https:' || isPublicUrlLocal;
  const unnamed = [
    ...(/@(?:[\w-]+\.)*example\.org$/i.test(mailFrom) ? ['MAIL_FROM'] : []),
    ...unnamedOperatorSettings(config.operator),
  ];
  return [
    ...(isSecure ? [] : ['PUBLIC_URL must be an https address: over plain http anybody on the way could sign in']),
    ...(smtpUrl === null ? ['SMTP_URL must be set: without a mail server nobody can sign in'] : []),
    ...unnamed.map((name) => `${name} must be yours: it still names example.org, which is nobody’s`),
  ];
}
