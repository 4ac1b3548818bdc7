export { readAddress, readAddressArgument } from './read-address.ts';
export { refuseSecretArguments, refuseUnprintable, UNDECIDED } from './refuse-secrets.ts';
export { NETWORK_CHOICES, registerValidate } from './validate.ts';
export { judgeLine } from './validate-lines.ts';
