import {
  ChartColumn,
  ChartLine,
  CreditCard,
  Gift,
  Handshake,
  Images,
  LayoutDashboard,
  Megaphone,
  Package,
  Percent,
  Repeat,
  ShoppingCart,
  Tag,
  Users,
  UsersRound,
} from "lucide-react";

const icons = {
  affiliate: Gift,
  affiliates: Handshake,
  announcements: Megaphone,
  clients: Users,
  commissions: Percent,
  coupons: Tag,
  creatives: Images,
  dashboard: LayoutDashboard,
  orders: ShoppingCart,
  payments: CreditCard,
  reports: ChartColumn,
  services: Package,
  subscriptions: Repeat,
  teams: UsersRound,
  trafficLogs: ChartLine,
};

export type MenuIconName = keyof typeof icons;

export function MenuIcon({ name }: { name: MenuIconName }) {
  const Icon = icons[name];
  return <Icon className="icon" size={18} strokeWidth={1.75} />;
}
