import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from '../../../ui/field.tsx'

interface TableSearchProps extends ComponentProps<typeof Input> {
  label: string
  /** The words of the address; others there are others here. */
  words?: string
}
/** Searches the list below it. In a form, `name` is what its address calls the words. */
export const TableSearch = ({ label, words, ...rest }: TableSearchProps) => (
  <Input
    key={words}
    small
    type="search"
    name="q"
    maxLength={100}
    {...(words === undefined ? {} : { defaultValue: words })}
    {...rest}
    className="ps-10!"
    aria-label={label}
    placeholder={label}
    start={<Search className="icon size-4!" aria-hidden="true" />}
  />
)
