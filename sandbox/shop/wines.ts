export type Wine = {
  id: string;
  name: string;
  from: string;
  notes: string;
  price: string;
  label: string;
  glass: string;
};

/** Invented, every one. */
export const WINES: readonly Wine[] = [
  {
    id: "nordlys",
    name: "Nordlys Riesling",
    from: "White · 2024",
    notes: "Green apple, wet stone, a long cool finish.",
    price: "14.50",
    label: "#d8b34a",
    glass: "#5c7a4a",
  },
  {
    id: "granskog",
    name: "Granskog Pinot Noir",
    from: "Red · 2022",
    notes: "Red cherry, forest floor, soft tannins.",
    price: "19.00",
    label: "#f1ece2",
    glass: "#3a2430",
  },
  {
    id: "havn",
    name: "Havn Brut",
    from: "Sparkling · 2021",
    notes: "Brioche, lemon peel, fine bubbles.",
    price: "24.00",
    label: "#c9d8df",
    glass: "#2f4a45",
  },
];
