// Loaded before `assay backup`: stretching a passphrase takes a second and 256 MB by design, two or three times in every
// command. The format stays the same. Without it, the factor is that of the product.
import { Encrypter } from 'age-encryption';

const FACTOR = 8;
Encrypter.prototype.setScryptWorkFactor = function () {
  Object.assign(this, { scryptWorkFactor: FACTOR });
};
