import { encode } from "uqr";

/** A QR code (ISO/IEC 18004) of an address, drawn on the server. */
export function PhoneCode({ url }: { url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label="A code that opens the test check on a phone"
      viewBox={`0 0 ${size} ${size}`}
      className="qr"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
