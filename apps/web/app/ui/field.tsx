import clsx from 'clsx'
import { CircleAlert, ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { Counter } from './counter.tsx'
import { useFieldError } from './form.tsx'

interface Control {
  id: string
  name: string | undefined
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}
const ControlContext = createContext<Control | null>(null)
const useControl = () => useContext(ControlContext)

interface FieldProps {
  label: ReactNode
  /** The name the field is sent under; its error is found by it. */
  name?: string
  hint?: ReactNode
  /** Overrides the error found by name. */
  error?: string | undefined
  optional?: ReactNode
  required?: boolean
  action?: ReactNode
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** A label, one control, and below it a hint or what is wrong. */
export function Field({
  label,
  name,
  hint,
  error,
  optional,
  required = false,
  action,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const found = useFieldError(name)
  const wrong = error ?? found
  const describedBy = [wrong ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
  return (
    <ControlContext value={{ id, name, describedBy, invalid: Boolean(wrong), required }}>
      <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={clsx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="text-sm font-semibold text-ink">
            {label}
            {optional ? <span className="ms-0.5 font-normal text-ink-3"> {optional}</span> : null}
          </label>
          {action}
        </div>
        {children}
        {wrong ? (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-danger-text">
            <CircleAlert className="icon size-4!" aria-hidden="true" />
            {wrong}
          </p>
        ) : null}
        {hint ? (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        ) : null}
      </div>
    </ControlContext>
  )
}

/** The attributes a control takes from the field around it. */
export function useControlProps<
  P extends { id?: string | undefined; name?: string | undefined; required?: boolean | undefined },
>(props: P) {
  const control = useControl()
  return {
    ...props,
    id: props.id ?? control?.id,
    name: props.name ?? control?.name,
    required: props.required ?? control?.required,
    'aria-describedby': control?.describedBy,
    'aria-invalid': control?.invalid || undefined,
  }
}

export const controlClass =
  'w-full min-w-0 bg-surface text-ink placeholder-shown:text-ellipsis placeholder:text-ink-3 shadow-[inset_0_0_0_1px_var(--line-control)] transition-shadow duration-(--fast) ease-fan ' +
  'hover:shadow-[inset_0_0_0_1px_var(--ink-3)] focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-focus aria-invalid:shadow-[inset_0_0_0_2px_var(--danger-text)] ' +
  'disabled:opacity-60 text-md pointer-coarse:text-base'
// What people write runs in its own direction, whichever the page has.
const written = '[unicode-bidi:plaintext]'
const pill = 'h-12 rounded-full px-[18px] focus-visible:rounded-full'

type InputProps = ComponentProps<'input'> & { start?: ReactNode; end?: ReactNode; small?: boolean }

const clocked = new Set(['date', 'datetime-local', 'time'])
export function Input({ start, end, small, className, onInput, ...rest }: InputProps) {
  const props = useControlProps(rest)
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const value = rest.value === undefined ? typed : rest.value
  const isDate = clocked.has(rest.type ?? '')
  const input = (
    <input
      {...props}
      // Browsers write a date there, which must not look like a chosen one.
      data-empty={(isDate && value === '') || undefined}
      onInput={(event) => {
        if (isDate) setTyped(event.currentTarget.value)
        onInput?.(event)
      }}
      className={clsx(
        controlClass,
        pill,
        written,
        'data-empty:not-focus:text-ink-3',
        small && 'h-10! px-4! pointer-coarse:h-11!',
        start && 'ps-11',
        end && 'pe-12',
        className,
      )}
    />
  )
  if (!start && !end) return input
  return (
    <span className="relative block">
      {start ? (
        <span className="pointer-events-none absolute inset-y-0 start-4 grid place-items-center text-ink-3">
          {start}
        </span>
      ) : null}
      {input}
      {end ? <span className="absolute inset-y-0 end-1.5 grid place-items-center">{end}</span> : null}
    </span>
  )
}

/** Grows with its text where the browser can; counts near its limit. */
export function Textarea({ className, maxLength, onInput, defaultValue, ...rest }: ComponentProps<'textarea'>) {
  const [typed, setTyped] = useState(String(defaultValue ?? '').length)
  const length = rest.value === undefined ? typed : String(rest.value).length
  const props = useControlProps(rest)
  return (
    <span className="relative block">
      <textarea
        rows={3}
        {...props}
        defaultValue={defaultValue}
        maxLength={maxLength}
        onInput={(event) => {
          setTyped(event.currentTarget.value.length)
          onInput?.(event)
        }}
        className={clsx(
          controlClass,
          written,
          'block min-h-24 rounded-md px-4 py-3 leading-6 [field-sizing:content] focus-visible:rounded-md',
          className,
        )}
      />
      {maxLength === undefined ? null : <Counter length={length} max={maxLength} className="absolute end-3 bottom-2" />}
    </span>
  )
}

/** The browser's own list: right on every phone, works without scripts. */
export function Select({ className, children, small, ...rest }: ComponentProps<'select'> & { small?: boolean }) {
  const props = useControlProps(rest)
  return (
    <span className="relative block">
      <select
        {...props}
        className={clsx(
          controlClass,
          pill,
          small && 'h-10! text-sm pointer-coarse:h-11!',
          'appearance-none pe-10!',
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown
        className="icon pointer-events-none absolute inset-y-0 end-3.5 my-auto text-ink-3"
        aria-hidden="true"
      />
    </span>
  )
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, className, ...rest }: TickProps) {
  const id = useId()
  const wrong = useFieldError(rest.name)
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input
          id={id}
          {...rest}
          type="checkbox"
          aria-invalid={Boolean(wrong) || undefined}
          aria-describedby={wrong ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className="tick mt-px"
        />
        <label htmlFor={id} className="text-sm leading-5 text-ink-2">
          {label}
        </label>
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="ms-8 mt-1 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
      {wrong ? (
        <p id={`${id}-error`} className="ms-8 mt-1 text-xs text-danger-text">
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

export function Switch({ label, hint, className, ...rest }: TickProps) {
  const id = useId()
  return (
    <div className={clsx('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-md font-medium text-ink">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        ) : null}
      </div>
      <input
        id={id}
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="switch relative h-7 w-12 shrink-0 appearance-none rounded-full bg-line-control transition-colors duration-(--fast) checked:bg-primary-text focus-visible:rounded-full"
      />
    </div>
  )
}
