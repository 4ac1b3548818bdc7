import { matchAssets } from '@assay/address';
import { recogniseTextNow, type TextFinding } from '@assay/address/secrets';
import { ASSETS, usualTicker } from '@assay/domain';

/**
 * Classifies a message before addresses are searched in it. 64 hexadecimal digits are an address where the message
 * names the asset that has such addresses.
 *
 * @example readMessage('abandon abandon abandon … about').is // 'secret'
 */
export function readMessage(text: string): TextFinding {
  const finding = recogniseTextNow(text);
  return finding.is === 'key or transaction' && namesItsAsset(text) ? { is: 'clear' } : finding;
}

function namesItsAsset(text: string): boolean {
  const words = text.split(/[\s,;|]+/);
  return words.some((word) =>
    matchAssets(word, ASSETS).some(({ ticker }) => words.some((other) => usualTicker(other) === ticker)),
  );
}
