/**
 * How to check a report with OpenSSL alone; docs/operations/certificates.md has the same. A reader of JSON or PDF must not
 * find more in a file than what was signed, so its shape is asked for first.
 */
export const CERTIFICATE_STEPS = `# Three lines. The second is signed, after a line with the purpose.
test "$(sed -n 1p certificate.json)" = '{"statement":' && test "$(wc -l < certificate.json)" -eq 3 || { echo 'Not in the issued format'; false; }
{ printf 'assay-certificate/1\\n'; sed -n 2p certificate.json | tr -d '\\n'; } > signed.bin
sed -n '3s/^,"signature":"\\([A-Za-z0-9+/=]*\\)"}$/\\1/p' certificate.json | openssl base64 -d -A > signature.bin
openssl pkeyutl -verify -rawin -pubin -inkey key.pem -in signed.bin -sigfile signature.bin`;

export const PDF_STEPS = `# The signature covers the whole file except the signature itself.
set -- $(grep -a -o '/ByteRange \\[[0-9 ]*' report.pdf | tail -n 1 | tr -dc '0-9 ')
test "$1" -eq 0 && test $(($3 + $4)) -eq $(wc -c < report.pdf) || { echo 'Not all of the file was signed'; false; }
{ head -c "$2" report.pdf; tail -c "$4" report.pdf; } > signed-pdf.bin
tail -c "+$(($2 + 2))" report.pdf | head -c $(($3 - $2 - 2)) | tr 'a-f' 'A-F' | basenc --base16 -d > signature.der
openssl cms -verify -cades -binary -inform DER -in signature.der -content signed-pdf.bin -CAfile assay-ca.pem -out /dev/null`;
