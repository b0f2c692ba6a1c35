import { Search, X } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { IconLink } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'
import { withChange } from '../../../ui/table-state.ts'

/** So long after the last key the list follows. */
const followsMs = 350

/** The search of the library: what is looked for is `q` in the address. Without scripts it is a form. */
export function LibrarySearch({ q }: { q: string }) {
  const t = useT()
  const [search] = useSearchParams()
  const submit = useSubmit()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address may change otherwise: by a link, or by going back. What is being typed stays.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = q
  }, [q])
  const follow = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (form) void submit(form, { replace: true, preventScrollReset: true })
    }, followsMs)
  }
  return (
    <Form role="search" preventScrollReset replace onSubmit={() => clearTimeout(timer.current)}>
      {['kind', 'sort'].map((name) =>
        search.get(name) ? <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} /> : null,
      )}
      <Input
        ref={field}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        aria-label={t('shop.library.search')}
        placeholder={t('shop.library.search')}
        enterKeyHint="search"
        autoComplete="off"
        // Text in IME composition stays in the field until it is chosen.
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          if (!(event.nativeEvent as InputEvent).isComposing) follow(event.currentTarget.form)
        }}
        onCompositionEnd={(event) => follow(event.currentTarget.form)}
        start={<Search className="icon" aria-hidden="true" />}
        end={
          q ? (
            <IconLink
              to={`?${withChange(search, { q: null })}`}
              {...keepsPlace}
              size="sm"
              tip="none"
              label={t('shop.library.clear')}
            >
              <X aria-hidden="true" />
            </IconLink>
          ) : null
        }
      />
    </Form>
  )
}
