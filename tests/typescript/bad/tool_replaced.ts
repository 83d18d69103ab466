tools.add = async () => 3; // refused: TS2540
tools["get-logs"] = async () => []; // refused: TS2540
delete tools.area; // refused: TS2704
