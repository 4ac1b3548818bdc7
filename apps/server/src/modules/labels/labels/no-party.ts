import { assetByContract, isNetworkId } from '@assay/domain';

/**
 * Contracts of tokens and protocols that are no asset of ours, on Ethereum: Tether froze them because tokens that are sent
 * there by mistake are lost, and lists of frozen addresses name them (the corrections of 2026-11-28, by DefiLlama's
 * adapters and the tokens' own names).
 */
const OTHER_CONTRACTS: ReadonlySet<string> = new Set([
  '0x0cdf9acd87e940837ff21bb40c9fd55f68bba059',
  '0x0f51bb10119727a7e5ea3538074fb341f56b09ad',
  '0x249e38ea4102d0cf8264d3701f1a0e39c4f2dc3b',
  '0x3f382dbd960e3a9bbceae22651e88158d2791550',
  '0x42476f744292107e34519f9c357927074ea3f75d',
  '0x4688a8b1f292fdab17e9a90c8bc379dc1dbd8713',
  '0x56d811088235f11c8920698a204a5010a788f4b3',
  '0x657b83a0336561c8f64389a6f5ade675c04b0c3b',
  '0x668dbf100635f593a3847c0bdaf21f0a09380188',
  '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2',
  '0x7a58c0be72be218b41c608b7fe7c5bb630736c71',
  '0x86772b1409b61c639eaac9ba0acfbb6e238e5f83',
  '0x9f284e1337a815fe77d2ff4ae46544645b20c5ff',
  '0xa7ed29b253d8b4e3109ce07c80fc570f81b63696',
  '0xb1f66997a5760428d3a87d68b90bfe0ae64121cc',
  '0xba11d00c5f74255f56a5e366f4f77f5a186d7f55',
  '0xbd2949f67dcdc549c6ebe98696449fa79d988a9f',
  '0xd533a949740bb3306d119cc777fa900ba034cd52',
  '0xd8e3fb3b08eba982f2754988d70d57edc0055ae6',
  '0xda3145d0a373712e036106fc1fa34b1014807e68',
  '0xf3ae5d769e153ef72b4e3591ac004e89f48107a1',
]);

/** The programs of an EVM network itself are numbered from one, and mistyped numbers look like them. */
const LOW_NUMBERED = /^0x0{36}[0-9a-f]{4}$/;

/**
 * Why an address can be nobody's, whatever a list says: it is the contract of a token, which everybody's payments name, or
 * a small number. Null where it may be somebody's.
 *
 * @param address canonical
 */
export function noPartyReason(chain: string, address: string): string | null {
  if (!isNetworkId(chain)) return null;
  if (assetByContract(chain, address) !== undefined || (chain === 'ETH' && OTHER_CONTRACTS.has(address))) {
    return 'contract of a token, which is no party';
  }
  return LOW_NUMBERED.test(address) ? 'low-numbered address, which is no party' : null;
}
