import clsx from 'clsx'

interface SegmentsProps<Value extends string | boolean> {
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few sides of the same thing, side by side. */
export function Segments<Value extends string | boolean>({ choices, value, onChange }: SegmentsProps<Value>) {
  return (
    <div className="flex rounded-full bg-surface-3 p-[3px]">
      {choices.map((choice) => (
        <button
          key={String(choice.value)}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={clsx(
            'h-9 min-w-0 flex-auto truncate rounded-full px-1.5 text-sm font-semibold focus-visible:rounded-full pointer-coarse:h-11',
            choice.value === value ? 'bg-surface shadow-1' : 'text-ink-2',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
