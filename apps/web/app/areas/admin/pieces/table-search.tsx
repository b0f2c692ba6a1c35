import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from '../../../ui/field.tsx'

interface TableSearchProps extends ComponentProps<typeof Input> {
  label: string
  /** The search text in the URL; when it changes, the field shows the new one. */
  searchTerm?: string
}
/** Searches the list below it. In a form, `name` is the query parameter of the search text. */
export const TableSearch = ({ label, searchTerm, ...rest }: TableSearchProps) => (
  <Input
    key={searchTerm}
    small
    type="search"
    name="q"
    maxLength={100}
    {...(searchTerm === undefined ? {} : { defaultValue: searchTerm })}
    {...rest}
    className="ps-10!"
    aria-label={label}
    placeholder={label}
    start={<Search className="icon size-4!" aria-hidden="true" />}
  />
)
