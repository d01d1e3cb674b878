"""What people ask about a hand that is over: their own words weighed, why AI partners spoke so, its film."""
