import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import type { SearchBoxProps } from './search-box.tsx'

interface SearchFieldProps {
  action: '/explore' | '/search'
  label: string
  value: string
  submit: string
}
/** A plain field and its button; once it has the focus, it offers suggestions. */
export function SearchField({ action, label, value, submit }: SearchFieldProps) {
  const plain = useRef<HTMLInputElement>(null)
  const [late, setLate] = useState<{ Box: ComponentType<SearchBoxProps>; typed: string } | null>(null)
  const wake = async () => {
    const { SearchBox } = await import('./search-box.tsx')
    const field = plain.current
    if (field && field === document.activeElement) setLate((now) => now ?? { Box: SearchBox, typed: field.value })
  }
  // The field may have had the focus before this page's scripts ran.
  useEffect(() => {
    if (plain.current === document.activeElement) void wake()
  }, [])
  return (
    <Form role="search" action={action} aria-label={label} className="flex gap-2" key={value}>
      <div className="min-w-0 flex-1">
        {late ? (
          <late.Box start={late.typed} label={label} />
        ) : (
          <Input
            ref={plain}
            type="search"
            name="q"
            defaultValue={value}
            maxLength={100}
            aria-label={label}
            placeholder={label}
            enterKeyHint="search"
            autoComplete="off"
            onFocus={() => void wake()}
            // Text in IME composition stays in the field where the composition began.
            onInput={({ nativeEvent }) => (nativeEvent as InputEvent).isComposing || void wake()}
            start={<Search className="icon" aria-hidden="true" />}
          />
        )}
      </div>
      <Button type="submit" variant="primary" size="lg">
        {submit}
      </Button>
    </Form>
  )
}
