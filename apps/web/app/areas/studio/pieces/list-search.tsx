import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import { Input } from '../../../ui/field.tsx'

interface ListSearchProps {
  label: string
  lengthMax: number
  /** The filters in the address that a search leaves as they are. */
  keep?: readonly string[]
  /** Hidden fields of its own. */
  children?: ReactNode
}

/** The search of a list of the studio. What is looked for is `q` in the address; a search begins at the first page. */
export function ListSearch({ label, lengthMax, keep = [], children }: ListSearchProps) {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  return (
    <Form role="search" className="w-full sm:w-64">
      {keep.map((name) =>
        search.get(name) ? <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} /> : null,
      )}
      {children}
      <Input
        key={q}
        small
        type="search"
        name="q"
        className="ps-10!"
        defaultValue={q}
        maxLength={lengthMax}
        aria-label={label}
        placeholder={label}
        start={<Search className="icon size-4!" aria-hidden="true" />}
      />
    </Form>
  )
}
