import clsx from 'clsx'

/** The coin with the rising sun. Decorative: the text beside it says "tokens". */
export function TokenIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={clsx('inline-block size-[1.14em] shrink-0 align-[-.2em]', className)}
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="9.5" fill="#ffbd58" />
      <circle cx="10" cy="10" r="9" fill="none" stroke="#b47c2a" strokeOpacity=".55" />
      <path d="M6.7 13.2a3.3 3.3 0 0 1 6.6 0z" fill="#4a2c0c" />
      <path
        d="M14.75 12.01L16.50 11.58M13.02 9.34L14.12 7.92M10 8.3V6.5M6.98 9.34L5.88 7.92M5.25 12.01L3.50 11.58"
        stroke="#4a2c0c"
        strokeWidth="1.7"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
