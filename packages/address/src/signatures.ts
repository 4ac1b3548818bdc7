/** The package's third entry (`@assay/address/signatures`): texts that were signed to show control of an address. */
import { verifyEip191, verifySolana, verifyStellar, verifyTip191 } from './signatures/account-chains.ts';
import { verifyBip322, verifyBitcoinLegacy } from './signatures/bitcoin.ts';

/** How wallets sign texts: the name of the scheme, as its specification has it. */
export type SignatureScheme = 'BIP-322' | 'signmessage' | 'EIP-191' | 'TIP-191' | 'ed25519' | 'SEP-53';

type Verify = (address: string, text: string, signature: string) => boolean;

const VERIFY: Readonly<Record<SignatureScheme, Verify>> = {
  'BIP-322': verifyBip322,
  signmessage: verifyBitcoinLegacy,
  'EIP-191': verifyEip191,
  'TIP-191': verifyTip191,
  ed25519: verifySolana,
  'SEP-53': verifyStellar,
};

const SCHEME_OF_NETWORK: Readonly<Record<string, SignatureScheme>> = {
  ETH: 'EIP-191',
  BSC: 'EIP-191',
  POLYGON: 'EIP-191',
  OP: 'EIP-191',
  ARB: 'EIP-191',
  AVAX: 'EIP-191',
  ETC: 'EIP-191',
  TRX: 'TIP-191',
  SOL: 'ed25519',
  XLM: 'SEP-53',
};

/**
 * How a signature of this address is verified; null where none can be: other networks, and Bitcoin's addresses of
 * scripts.
 *
 * @param network network id
 * @param address canonical, as `validateAddress` returns it
 * @example schemeOf('TRX', 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G'); // 'TIP-191'
 */
export function schemeOf(network: string, address: string): SignatureScheme | null {
  if (network !== 'BTC') return Object.hasOwn(SCHEME_OF_NETWORK, network) ? (SCHEME_OF_NETWORK[network] ?? null) : null;
  if (address.startsWith('1')) return 'signmessage';
  return /^bc1(q.{38}|p.{58})$/.test(address) ? 'BIP-322' : null;
}

/**
 * Whether the key of an address signed exactly this text. Never throws, whatever the signature is.
 *
 * @param signature as the wallet shows it: hex for EIP-191 and TIP-191, base64 for Bitcoin, any of hex, base58 and
 *   base64 for the others
 */
export function isSignedBy(scheme: SignatureScheme, address: string, text: string, signature: string): boolean {
  return VERIFY[scheme](address, text, signature.trim());
}
