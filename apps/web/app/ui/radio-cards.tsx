import clsx from 'clsx'
import type { ReactNode, Ref } from 'react'

export interface Choice {
  value: string
  title: ReactNode
  detail?: ReactNode
  /** At the end of the card: a price. */
  end?: ReactNode
  /** Beside the title: a saving. */
  tag?: ReactNode
  disabled?: boolean
}

/** Choice cards: plans, packages, kinds of account. */
export function RadioCards({
  name,
  legend,
  choices,
  defaultValue,
  value,
  onChange,
  columns,
  required,
  firstRef,
}: {
  name: string
  legend: ReactNode
  choices: readonly Choice[]
  defaultValue?: string
  value?: string
  onChange?: (value: string) => void
  columns?: boolean
  /** One has to be chosen. */
  required?: boolean
  /** Of the first choice, such as for a window that begins there. */
  firstRef?: Ref<HTMLInputElement>
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className={clsx('grid gap-2', columns && 'sm:grid-cols-2')}>
        {choices.map((choice, at) => (
          <label
            key={choice.value}
            className="choice flex cursor-pointer items-center gap-3 rounded-md px-3.5 py-3 shadow-[inset_0_0_0_1px_var(--line)] transition-shadow duration-(--fast) hover:shadow-[inset_0_0_0_1px_var(--line-strong)] has-checked:bg-primary-soft has-checked:shadow-[inset_0_0_0_2px_var(--primary-text)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:bg-surface-2 has-disabled:hover:shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <input
              ref={at === 0 ? firstRef : undefined}
              type="radio"
              required={required}
              name={name}
              value={choice.value}
              disabled={choice.disabled}
              {...(value === undefined
                ? { defaultChecked: choice.value === defaultValue }
                : { checked: choice.value === value })}
              onChange={() => onChange?.(choice.value)}
              className="radio outline-none"
            />
            <span className="min-w-0 flex-1 leading-tight">
              {/* What can't be chosen is quieter; why it can't stays readable. */}
              <span className={clsx('flex items-center gap-2 font-strong', choice.disabled && 'text-ink-3')}>
                {choice.title}
                {choice.tag}
              </span>
              {choice.detail ? <span className="text-xs text-ink-2">{choice.detail}</span> : null}
            </span>
            {choice.end ? <span className="text-end leading-tight">{choice.end}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
