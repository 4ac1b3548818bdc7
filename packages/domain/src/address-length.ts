/** Characters beyond which no text is looked at as an address: base58 decoding is quadratic, and no format comes near. */
export const MAX_ADDRESS_LENGTH = 512;
