import clsx from 'clsx'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; text: string; label?: string }[]
  className?: string
}

/** Two views of one thing, or two ways to write it. */
export function Segments<Value extends string>({ label, value, onChange, choices, className }: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={clsx('inline-flex shrink-0 rounded-full bg-surface-3 p-[3px]', className)}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className="h-9 min-w-10 rounded-full px-3 text-sm font-semibold text-ink-2 focus-visible:rounded-full aria-pressed:bg-surface aria-pressed:text-ink dark:aria-pressed:bg-line-strong aria-pressed:shadow-[var(--shadow-1),0_0_0_1px_var(--line)] pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          {choice.text}
          {choice.label ? <span className="sr-only"> {choice.label}</span> : null}
        </button>
      ))}
    </div>
  )
}
