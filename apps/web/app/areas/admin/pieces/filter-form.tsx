import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { Select } from '../../../ui/field.tsx'

interface FilterFormProps {
  /** What else the address asks for, and goes on asking for. */
  kept?: Readonly<Record<string, string>>
  className: string
  children: ReactNode
}
/** What a list is asked for, in the address. A choice counts at once; words are sent by Enter. */
export function FilterForm({ kept = {}, className, children }: FilterFormProps) {
  const submit = useSubmit()
  return (
    <Form
      role="search"
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget)
      }}
    >
      {Object.entries(kept).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {children}
    </Form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  /** Each value with its words. */
  options: readonly (readonly [string, string])[]
}
export const Choice = ({ name, label, value, options }: ChoiceProps) => (
  <Select small name={name} key={value} defaultValue={value} aria-label={label}>
    {options.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </Select>
)
