/** The steps of a payment, and at which one it is. */
export function ConfirmSteps({ steps, step }: { steps: readonly string[]; step: number }) {
  return (
    <ol className="flex items-center gap-2 pb-2.5 text-xs font-medium text-ink-3 max-md:hidden">
      {steps.map((name, at) => (
        <li
          key={name}
          aria-current={at === step ? 'step' : undefined}
          className={
            at <= step
              ? 'flex flex-1 items-center gap-2 text-primary-text last:flex-none'
              : 'flex flex-1 items-center gap-2 last:flex-none'
          }
        >
          <span className="whitespace-nowrap">
            {at + 1} {name}
          </span>
          {at < steps.length - 1 ? (
            <span
              className={
                at < step || (at === 0 && step === 0)
                  ? 'h-0.5 flex-1 rounded-full bg-primary-edge'
                  : 'h-0.5 flex-1 rounded-full bg-line'
              }
            />
          ) : null}
        </li>
      ))}
    </ol>
  )
}
