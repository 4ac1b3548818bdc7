export { type DnsStandIn, startDnsStandIn } from './dns-stand-in.ts';
export { logInAt, type OpenIdPerson, type OpenIdStandIn, startOpenIdStandIn } from './openid-stand-in.ts';
