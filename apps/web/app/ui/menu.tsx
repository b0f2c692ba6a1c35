import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'

export interface MenuAction {
  label: ReactNode
  icon?: ReactNode
  /** A link… */
  to?: string
  /** …or something to do. */
  onPress?: () => void
  danger?: boolean
  /** One choice among others, and whether it is the one that holds; `detail` says more about it. */
  checked?: boolean
  detail?: ReactNode
  disabled?: boolean
}
export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** `null` renders a separator. */
  actions: readonly (MenuAction | null)[]
  align?: 'start' | 'end'
}
type Panel = ComponentType<MenuProps & { defaultOpen: boolean }>
let fetched: Panel | null = null
const fetchPanel = () => import('./menu-panel.tsx')

/** A button that opens a menu of actions. Its code is loaded when the user first hovers over or focuses such a button. */
export function Menu(props: MenuProps) {
  const [Panel, setPanel] = useState<Panel | null>(() => fetched)
  const [pressed, setPressed] = useState(false)
  if (Panel) return <Panel {...props} defaultOpen={pressed} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void fetchPanel(),
    onFocus: () => void fetchPanel(),
    onClick: () => {
      setPressed(true)
      void fetchPanel().then(({ MenuPanel }) => {
        fetched = MenuPanel
        setPanel(() => MenuPanel)
      })
    },
  })
}
