import clsx from 'clsx'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Select } from './field.tsx'
import { Flag, type PickerOption } from './picker-option.tsx'

interface PickerProps extends Omit<ComponentProps<'select'>, 'children' | 'value' | 'onChange' | 'title'> {
  options: readonly PickerOption[]
  /** What no choice is called. */
  empty: string
  /** Whether one may go back to no choice. */
  clearable?: boolean
  small?: boolean
  title: ReactNode
}

const PickerWindow = lazy(() => import('./picker-window.tsx').then(({ PickerWindow }) => ({ default: PickerWindow })))

/**
 * One of many, with a window to search them in. The browser's own list stays underneath: it is what the form sends, what a browser fills
 * in by itself, and all there is without scripts.
 */
export function Picker({ options, empty, clearable = false, title, className, ...rest }: PickerProps) {
  const select = useRef<HTMLSelectElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [value, setValue] = useState(String(rest.defaultValue ?? ''))
  // Browsers restore the value that was selected before the user left the page, without an event.
  useEffect(() => setValue(select.current?.value ?? ''), [])
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const choose = (next: string) => {
    setOpen(false)
    if (!select.current || next === select.current.value) return
    select.current.value = next
    select.current.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const image = options.find((option) => option.value === value)?.image
  return (
    <span className="relative block">
      <Select
        {...rest}
        ref={select}
        aria-haspopup="dialog"
        className={clsx(image && 'ps-11', className)}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return
          event.preventDefault()
          show()
        }}
      >
        <option value="" disabled={!clearable}>
          {empty}
        </option>
        {options.map((otherOption) => (
          <option key={otherOption.value} value={otherOption.value}>
            {otherOption.label}
          </option>
        ))}
      </Select>
      {image ? <Flag src={image} className="absolute inset-y-0 start-3 my-auto" /> : null}
      {/* Keys go to the list itself; this is for hands. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0 w-full rounded-full noscript:hidden"
        onClick={() => {
          select.current?.focus({ preventScroll: true })
          show()
        }}
      />
      {wanted ? (
        <Suspense>
          <PickerWindow
            open={open}
            onClose={() => setOpen(false)}
            title={title}
            options={clearable ? [{ value: '', label: empty }, ...options] : options}
            value={value}
            onChoose={choose}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
