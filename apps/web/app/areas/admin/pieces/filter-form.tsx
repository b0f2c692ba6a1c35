import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { Select } from '../../../ui/field.tsx'

interface FilterFormProps {
  /** Other parameters of the URL, which stay in it. */
  hiddenFields?: Readonly<Record<string, string>>
  className: string
  children: ReactNode
}
/** The filters of a list, stored in the URL. A select applies at once; text is submitted with Enter. */
export function FilterForm({ hiddenFields = {}, className, children }: FilterFormProps) {
  const submit = useSubmit()
  return (
    <Form
      role="search"
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget)
      }}
    >
      {Object.entries(hiddenFields).map(([name, value]) =>
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
  /** Each value with its label. */
  options: readonly (readonly [string, string])[]
}
export const Choice = ({ name, label, value, options }: ChoiceProps) => (
  <Select small name={name} key={value} defaultValue={value} aria-label={label}>
    {options.map(([choice, text]) => (
      <option key={choice} value={choice}>
        {text}
      </option>
    ))}
  </Select>
)
