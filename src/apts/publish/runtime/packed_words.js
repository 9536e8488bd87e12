/**
 * Words of 64 bits from short text, as `apts.publish.program.memory_map` writes them: base64 of numbers in signed LEB128;
 * behind a 0 stands how many more of them follow it.
 *
 * @param {string} text
 * @param {BigInt64Array} target where the words go, from its beginning; it is taken to be empty
 */
export function unpackInto(text, target) {
  const octets = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  let at = 0;

  function number() {
    let value = 0n;
    let shift = 0n;
    for (;;) {
      const octet = octets[at++];
      value |= BigInt(octet & 127) << shift;
      shift += 7n;
      if (octet < 128) return octet & 64 ? value - (1n << shift) : value;
    }
  }

  for (let index = 0; at < octets.length; index++) {
    const word = number();
    if (word === 0n) index += Number(number());
    else target[index] = word;
  }
}
